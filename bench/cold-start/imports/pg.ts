import "pg";
import "./nothing.ts";
