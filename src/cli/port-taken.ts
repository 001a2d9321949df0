import { catchError, type MonoTypeOperatorFunction, throwError } from "rxjs";

/** Says of a port that another process listens on which variable names another one. */
export const orPortTaken = <T>(host: string, port: number, variable: string): MonoTypeOperatorFunction<T> =>
  catchError((error: NodeJS.ErrnoException) =>
    throwError(() =>
      error.code === "EADDRINUSE"
        ? new Error(`Port ${port} of ${host} is in use: set ${variable} (or --port) to one that is free.`)
        : error,
    ),
  );
