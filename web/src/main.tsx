import { render } from "preact";
import { App } from "./app.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/shell.css";
import "./styles/states.css";
import "./styles/views.css";

render(<App />, document.getElementById("app")!);
