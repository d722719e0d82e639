import "hono";
import "./nothing.ts";
