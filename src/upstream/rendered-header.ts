/** Marks an answer whose body is the document as a browser shows it: see `RenderedPage`. */
export const RENDERED_HEADER = "x-tributary-rendered";
