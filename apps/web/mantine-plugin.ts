import type { Plugin } from 'vite'

/** Mantine's colours that the theme does not name. */
const unused = /^--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|yellow|orange|blue|green)-/

const dropUnusedColors = {
  postcssPlugin: 'quincena-unused-colors',
  Declaration(declaration: { prop: string; remove: () => unknown }) {
    if (unused.test(declaration.prop)) declaration.remove()
  },
}

/** Leaves what no screen uses out of the first load: colours of Mantine, and a shim for React before version 18. */
export function slimMantine(): Plugin {
  return {
    name: 'quincena-slim-mantine',
    config: () => ({
      css: { postcss: { plugins: [dropUnusedColors] } },
      resolve: {
        alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
      },
    }),
  }
}
