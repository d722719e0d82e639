import { render } from "preact";
import { App } from "./app.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/buttons.css";
import "./styles/forms.css";
import "./styles/choices.css";
import "./styles/dialog.css";
import "./styles/shell.css";
import "./styles/states.css";
import "./styles/contacts.css";
import "./styles/contact.css";
import "./styles/details.css";
import "./styles/keys.css";
import "./styles/delete-account.css";

render(<App />, document.getElementById("app")!);
