package layout

// Ascending exports ascending for tests.
var Ascending = ascending
