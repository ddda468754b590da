import "./records.js";
