// Inflate, in a worker of its own beside the program: what the browser unpacks and what the
// program reads overlap, and nothing of it waits for a turn of the program's event loop.
//
//   worker -> inflater  {blob, port} · over the port: bytes taken, a number · null: enough
//   inflater -> worker  over the port: {parts, size} · {done} · {failed}

// inflater is the whole script of that worker. It keeps a bounded number of bytes ahead of
// who reads. The browser's chunks are small: some of them make a message, in which their
// buffers change hands and are never copied.
function inflater() {
  const ahead = 48 << 20, most = 512 << 10;
  onmessage = async ({ data: { blob, port } }) => {
    let room = ahead, wake = null, enough = false;
    let parts = [], size = 0, full = most / 8; // the first message is small: it is waited for
    port.onmessage = ({ data }) => {
      if (data === null) enough = true;
      else room += data;
      wake?.();
    };
    const send = () => {
      if (size > 0) port.postMessage({ parts, size }, parts.map((part) => part.buffer));
      room -= size;
      [parts, size, full] = [[], 0, most];
    };
    const reader = blob.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    try {
      for (let next; !enough && !(next = await reader.read()).done;) {
        parts.push(next.value);
        size += next.value.length;
        if (size >= full) send();
        while (room <= 0 && !enough) await new Promise((resolve) => { wake = resolve; });
      }
      send();
      if (enough) await reader.cancel();
      port.postMessage({ done: true });
    } catch {
      send(); // what came before the damage
      port.postMessage({ failed: true });
    }
    port.close();
  };
}

let helper = null;

// startHelper starts that worker. It is called while the page is idle: a worker that is busy
// cannot start another one.
function startHelper() {
  if (helper) return;
  const door = (globalThis.trustedTypes ?? { createPolicy: (name, rules) => rules }).createPolicy('flightlog', {
    createScriptURL: () => URL.createObjectURL(new Blob([`'use strict';(${inflater})()`], { type: 'text/javascript' })), // this script and no other
  });
  helper = new Worker(door.createScriptURL(''));
  helper.open = new Set();
  helper.onerror = (e) => {
    e.preventDefault();
    for (const fail of helper.open) fail();
    helper.open.clear();
  };
}

// flightlogInflate unpacks a blob of raw deflate. take gives what is there, null for nothing
// yet; wait calls back once something is; a piece that is done or failed is the last.
globalThis.flightlogInflate = (blob) => {
  const pieces = [];
  let waiting = null;
  const { port1, port2 } = new MessageChannel();
  const add = (piece) => {
    pieces.push(piece);
    if (!piece.parts) {
      helper?.open.delete(fail);
      port1.close();
    }
    const call = waiting;
    waiting = null;
    call?.();
  };
  const fail = () => add({ failed: true });
  port1.onmessage = ({ data }) => add(data);
  try {
    startHelper();
    helper.open.add(fail);
    helper.postMessage({ blob, port: port2 }, [port2]);
  } catch {
    fail();
  }
  return {
    take() {
      const piece = pieces.shift() ?? null;
      if (piece?.parts) port1.postMessage(piece.size);
      return piece;
    },
    wait(call) {
      if (pieces.length > 0) call();
      else waiting = call;
    },
    close() {
      port1.postMessage(null);
      helper?.open.delete(fail);
    },
  };
};
