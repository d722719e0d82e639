import { execPath } from "node:process";
import { fileURLToPath } from "node:url";

/** A program and its arguments. */
export type Command = [program: string, ...arguments: string[]];

/** How the client of a language is generated, built and run, all in a folder that begins as a copy of this one's. */
export interface Language {
  name: string;
  /** The folder with the example, beside this file. */
  folder: string;
  /** Programs that have to be installed, with the arguments that make them tell their version. */
  tools: Command[];
  /** The generator of OpenAPI Generator, its options, and where below the folder the client goes. */
  generate?: { generator: string; options: string[]; into: string };
  /** Files of the example that belong elsewhere in the folder. */
  move?: Record<string, string>;
  /** Downloads its packages. */
  fetch?: Command[];
  /** Builds and runs the example, which exits with 0 where everything was as it should be. */
  run: Command[];
}

/** The options that docs/clients.md recommends. */
const properties = (...options: string[]) => [`--additional-properties=${options.join(",")}`];
const open = "disallowAdditionalPropertiesIfNotPresent=false";
/** Parameters by their names, so that one that is added later changes nothing. */
const single = "useSingleRequestParameter=true";
const maven: Command = ["mvn", "--version"];
const resolve: Command = ["mvn", "--quiet", "dependency:resolve"];
const typescript = fileURLToPath(new URL("typescript/main.ts", import.meta.url));

export const languages: Language[] = [
  {
    name: "TypeScript",
    folder: "typescript",
    tools: [],
    run: [[execPath, "--import", "tsx", typescript]],
  },
  {
    name: "Python",
    folder: "python",
    tools: [["python3", "--version"]],
    generate: {
      generator: "python",
      options: properties("packageName=kith_client", open),
      into: "client",
    },
    fetch: [
      ["python3", "-m", "venv", "venv"],
      ["venv/bin/pip", "install", "--quiet", "./client"],
    ],
    run: [["venv/bin/python", "main.py"]],
  },
  {
    name: "Go",
    folder: "go",
    tools: [["go", "version"]],
    generate: {
      generator: "go",
      options: properties("packageName=kith", "withGoMod=false", "enumClassPrefix=true", open),
      into: "kith",
    },
    fetch: [["go", "mod", "download"]],
    run: [["go", "vet", ".", "./kith"], ["go", "run", "."]],
  },
  {
    name: "Java",
    folder: "java",
    tools: [["java", "-version"], maven],
    generate: {
      generator: "java",
      options: [
        "--library=native",
        ...properties("containerDefaultToNull=true", single, open),
      ],
      into: ".",
    },
    move: { "Main.java": "src/main/java/Main.java" },
    fetch: [resolve],
    run: [[
      "mvn",
      "--quiet",
      "compile",
      "org.codehaus.mojo:exec-maven-plugin:3.5.0:java",
      "-Dexec.mainClass=Main",
    ]],
  },
  {
    name: "Kotlin",
    folder: "kotlin",
    tools: [["java", "-version"], maven],
    generate: {
      generator: "kotlin",
      options: properties("packageName=kith", "serializationLibrary=jackson"),
      into: ".",
    },
    move: { "Main.kt": "src/main/kotlin/Main.kt" },
    fetch: [resolve],
    run: [["mvn", "--quiet", "compile", "exec:java"]],
  },
  {
    name: "Rust",
    folder: "rust",
    tools: [["cargo", "--version"]],
    generate: {
      generator: "rust",
      options: [
        "--library=reqwest-trait",
        ...properties("packageName=kith", single, "useBonBuilder=true"),
      ],
      into: "kith",
    },
    fetch: [["cargo", "fetch", "--quiet"]],
    run: [["cargo", "run", "--quiet"]],
  },
];
