import { MantineProvider } from '@mantine/core'
import { ErrorState } from '../components/message-state.tsx'
import { cssVariables, theme } from '../components/theme.ts'
import classes from './route-states.module.css'

/** Shown instead of the app while the server cannot say who is signed in. */
export function Offline({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <main className={classes.center}>
        <ErrorState title="No pudimos abrir Quincena" error={error} onRetry={onRetry} />
      </main>
    </MantineProvider>
  )
}
