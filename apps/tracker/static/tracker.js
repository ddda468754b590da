import "./panel.js";
