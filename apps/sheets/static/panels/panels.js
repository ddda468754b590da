// What stands around the grid.
import "./places.js";
import "./looks.js";
import "./deeds.js";
import "./menubars.js";
import "./painting.js";
import "./searching.js";
import "./charts.js";
import "./functions.js";
import "./filters.js";
import "./side_panels.js";
import "./asking.js";
