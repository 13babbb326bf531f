/** Older phones have no `Temporal`, and domain code names it while loading: it comes first. */
async function main(): Promise<void> {
  globalThis.Temporal ??= (await import('temporal-polyfill')).Temporal
  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  const { start } = await import('./start.tsx')
  await start(container)
}

void main()
