import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Mark } from '../components/mark.tsx'
import { ErrorState, NotFoundState } from '../components/message-state.tsx'
import classes from './route-states.module.css'

/** While a route's code arrives. */
export function RoutePending() {
  return (
    <div className={classes.center} role="status" aria-label="Cargando">
      <Mark size={44} pulsing />
    </div>
  )
}

/** A screen that broke; a failed download of its code is fetched afresh. */
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
