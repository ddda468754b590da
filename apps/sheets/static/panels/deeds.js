import { fragment } from "../../../static/requests.js";
