import "./records.js";
import "./console.js";
import "./searching.js";
import "./tabs.js";
