package scan

// Plan is plan.
type Plan = plan

// PlanOf is planOf.
var PlanOf = planOf

// Planned is planned.
var Planned = planned
