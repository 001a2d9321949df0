import uPlot from "uplot";

/** Loaded with the first chart. */
export const plot = (options: uPlot.Options, data: uPlot.AlignedData, element: HTMLElement): uPlot =>
  new uPlot(options, data, element);
