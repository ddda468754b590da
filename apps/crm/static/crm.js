import "./records.js";
import "./searching.js";
import "./tabs.js";
