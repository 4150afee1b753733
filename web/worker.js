// The worker: it turns the program's text into a running Go program and passes the
// page's calls to it. wasm_exec.js of the Go toolchain stands in front of this file.
//
//   page -> worker  start {program | module} · call {id, op, arg, file?, how?} · cancel {id}
//   worker -> page  module {module} · ready · answer {id, html} · refused {id, text}
//                   progress {id, done, total, name} · seen {names, refused} · dead {text, full, at}
'use strict';

for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];

// What the browser recorded in here: the page's own observer never sees a worker.
new PerformanceObserver((list) => {
  postMessage({ kind: 'seen', names: list.getEntries().map((entry) => entry.name), refused: [] });
}).observe({ type: 'resource', buffered: true });
addEventListener('securitypolicyviolation', (e) => {
  postMessage({ kind: 'seen', names: [], refused: [`${e.effectiveDirective} ${e.blockedURI}`] });
});

// The Go runtime's last words on stderr tell why it ended.
let words = '';
let dead = false;
const text = new TextDecoder();
const write = fs.writeSync;
fs.writeSync = (fd, bytes) => {
  words = (words + text.decode(bytes)).slice(-50000); // its stacks follow the reason
  return write.call(fs, fd, bytes);
};

function die(why) {
  if (dead) return;
  dead = true;
  const last = `${why} ${words}`;
  const deep = /stack overflow|stack exceeds|call stack|too much recursion/i.test(last);
  const full = !deep && (why instanceof RangeError || /out of memory|cannot allocate/i.test(last));
  const line = /^(?:fatal error|panic|runtime): .*$/m.exec(words);
  postMessage({ kind: 'dead', full, at: globalThis.flightlogAt ?? '', text: full ? 'out of memory' : deep ? 'something in it is nested too deep' : line ? line[0] : String(why?.message ?? why) });
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function start({ program, module }) {
  if (!module) {
    const stream = new Blob([bytesOf(program)]).stream().pipeThrough(new DecompressionStream('gzip'));
    module = await WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
    postMessage({ kind: 'module', module });
  }
  const go = new Go();
  go.exit = (code) => die(`the program ended with code ${code}`);
  go.run(await WebAssembly.instantiate(module, go.importObject)).catch(die);
  if (typeof flightlog !== 'function') throw new Error('the program did not start');
  startHelper();
  postMessage({ kind: 'ready' });
}

// Go refuses with {refused: text}; anything else that is thrown is the program's end.
async function call({ id, op, arg, file, how }) {
  try {
    const bytes = await flightlog(op, arg, file ?? null, id, how ?? null);
    postMessage({ kind: 'answer', id, html: bytes.buffer }, [bytes.buffer]);
  } catch (err) {
    if (err?.refused === undefined) die(err);
    else postMessage({ kind: 'refused', id, text: err.refused });
  }
}

// Called from Go while a long call runs.
globalThis.flightlogProgress = (id, done, total, name) => postMessage({ kind: 'progress', id, done, total, name });

addEventListener('message', ({ data }) => {
  if (data.kind === 'start') start(data).catch(die);
  else if (dead) return;
  else if (data.kind === 'call') call(data);
  else if (data.kind === 'cancel') flightlogCancel(data.id);
});
addEventListener('error', (e) => {
  e.preventDefault(); // it is told with the file at hand, and once
  die(e.error ?? e.message);
});
addEventListener('messageerror', () => die('a message could not be read'));
addEventListener('unhandledrejection', (e) => die(e.reason));
