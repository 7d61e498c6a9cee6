// Lets Node run the parts as they are written, with no compiler: loading one was half of each start.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
