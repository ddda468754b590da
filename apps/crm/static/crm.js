import "./records.js";
import "./searching.js";
