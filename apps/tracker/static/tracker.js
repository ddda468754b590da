import "./panel.js";
import "./editing.js";
import "./writing.js";
import "./mentions.js";
import "./copying.js";
import "./creating.js";
import "./lists.js";
import "./querying.js";
