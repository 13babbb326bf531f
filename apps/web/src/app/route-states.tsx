import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Mark } from '../components/mark.tsx'
import { ErrorState, MessageState, NotFoundState } from '../components/message-state.tsx'
import classes from './route-states.module.css'

/** Shown while a route's code loads. */
export function RoutePending() {
  return (
    <div className={classes.center} role="status" aria-label="Cargando">
      <Mark size={44} pulsing />
    </div>
  )
}

/** Loads the page again when the network returns. A screen that was never opened has not been downloaded. */
function WaitsForNetwork() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  const text = 'La abrimos en cuanto vuelva.'
  return (
    <MessageState
      drawing={null}
      title="Necesitas conexión para abrir esta pantalla"
      text={text}
      role="status"
    />
  )
}

/** Shown after an error in a screen. Retrying reloads the page, which also repeats a failed download of code. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <div className={classes.center}>
      {navigator.onLine ? (
        <ErrorState
          title="No pudimos abrir esta pantalla"
          error={error}
          onRetry={() => window.location.reload()}
        />
      ) : (
        <WaitsForNetwork />
      )}
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
