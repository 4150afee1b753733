package components

// Inert tells what in the markup is not on the allow-list, or not well nested.
var Inert = inert
