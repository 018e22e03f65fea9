package layout

// Ascending is for tests.
var Ascending = ascending
