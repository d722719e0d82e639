import "jose";
import "./nothing.ts";
