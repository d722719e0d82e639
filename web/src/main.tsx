import { render } from "preact";
import "@fontsource-variable/figtree/wght.css";
import { App } from "./app.tsx";
import { registerWorker } from "./offline/worker.ts";
import "./styles/tokens.css";
import "./styles/layout.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/dialogs.css";
import "./styles/shell.css";
import "./styles/people.css";
import "./styles/person.css";
import "./styles/today.css";
import "./styles/account.css";

render(<App />, document.getElementById("app")!);
registerWorker();
