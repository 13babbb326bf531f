import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Mark } from '../components/mark.tsx'
import { ErrorState, NotFoundState } from '../components/message-state.tsx'
import classes from './route-states.module.css'

/** Shown while a route's code loads. */
export function RoutePending() {
  return (
    <div className={classes.center} role="status" aria-label="Cargando">
      <Mark size={44} pulsing />
    </div>
  )
}

/** Shown after an error in a screen. Retrying reloads the page, which also repeats a failed download of code. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <div className={classes.center}>
      <ErrorState
        title="No pudimos abrir esta pantalla"
        error={error}
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}

export function RouteNotFound() {
  const router = useRouter()
  const home = (
    <Button variant="light" onClick={() => router.navigate({ to: '/' })}>
      Ir al inicio
    </Button>
  )
  return (
    <div className={classes.center}>
      <NotFoundState action={home} />
    </div>
  )
}
