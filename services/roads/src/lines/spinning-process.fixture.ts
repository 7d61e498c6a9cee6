// Keeps the processor busy and never answers, as a hostile file would that no limit of the readers refuses.
for (;;);
