package scan

// Sized is New with a size of workgroups.
var Sized = sized
