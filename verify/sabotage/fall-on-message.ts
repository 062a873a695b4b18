// Fails on a signal where nobody handles it: in a timer, or in a promise that nobody waits for.
process.on("SIGUSR2", () => {
  setTimeout(() => {
    const error = new Error("A fault made on purpose");
    if (process.env.FALL_AS === "promise") Promise.reject(error);
    else throw error;
  });
});
