import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ButtonLink } from '../components/links.tsx'
import {
  type Delayed,
  type DelayedCommand,
  delay_ms,
  dismiss,
  sendNow,
  undo,
  useDelayed,
} from '../lib/delayed.ts'
import { RunDialog } from '../staff/loans/run-dialog.tsx'
import classes from './delayed-bar.module.css'
import { areShortcutsOn } from './shortcuts.ts'
import { sayUndone } from './undo-keys.ts'

const secondsUntil = (ends_at_ms: number) => Math.max(0, Math.ceil((ends_at_ms - Date.now()) / 1000))

/** The whole seconds that are left. */
function useCountdown(ends_at_ms: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(ends_at_ms))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(ends_at_ms)), 200)
    return () => clearInterval(timer)
  }, [ends_at_ms])
  return seconds
}

/** Announced a moment later: screen readers pass over a status that appears with its text. */
function Announcement({ doing }: Pick<DelayedCommand, 'doing'>) {
  const [isSaid, setIsSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSaid(true), 100)
    return () => clearTimeout(timer)
  }, [])
  const keys = areShortcutsOn() ? 'la tecla Z o Control Z' : 'Control Z'
  return (
    <VisuallyHidden role="status">
      {isSaid && `${doing}. Se envía en ${delay_ms / 1000} segundos. Para deshacer usa ${keys}.`}
    </VisuallyHidden>
  )
}

function Waiting({ one }: { one: Delayed & { state: 'waiting' } }) {
  const seconds = useCountdown(one.ends_at_ms)
  return (
    <div className={classes.bar}>
      <Announcement doing={one.doing} />
      <span className={classes.text} aria-hidden>
        {one.doing}…
      </span>
      <Button size="xs" variant="subtle" onClick={() => sendNow(one.id)}>
        Enviar ya
      </Button>
      <Button size="xs" onClick={() => sayUndone(undo(one.id))}>
        Deshacer{' '}
        <span className={classes.count} aria-hidden>
          ({seconds})
        </span>
      </Button>
      <div className={classes.left} style={{ animationDuration: `${delay_ms}ms` }} aria-hidden />
    </div>
  )
}

function Failure({ one }: { one: Delayed & { state: 'failed' } }) {
  return (
    <div className={classes.bar} data-failed role="alert">
      <span className={classes.text}>
        <strong>{one.failed}.</strong> {one.text}
      </span>
      {one.isUnknown && (
        <Button size="xs" onClick={() => sendNow(one.id)}>
          Reintentar
        </Button>
      )}
      {one.link && (
        <ButtonLink {...one.link} size="xs" variant="light" onClick={() => dismiss(one.id)}>
          Ver solicitud
        </ButtonLink>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={() => dismiss(one.id)}>
        Cerrar
      </Button>
    </div>
  )
}

function Sending({ doing, hasOwnProgress = false }: Pick<DelayedCommand, 'doing' | 'hasOwnProgress'>) {
  if (hasOwnProgress) return null
  return (
    <div className={classes.bar}>
      <Loader size={18} aria-hidden />
      <span className={classes.text}>{doing}…</span>
    </div>
  )
}

/** Each command that waits, with its countdown and «Deshacer»; each that failed, with the reason. */
export function DelayedBar() {
  const commands = useDelayed()
  return (
    <>
      <section className={classes.place} aria-label="Decisiones por enviar">
        {commands.map((one) => {
          if (one.state === 'waiting') return <Waiting key={one.id} one={one} />
          return one.state === 'failed' ? (
            <Failure key={one.id} one={one} />
          ) : (
            <Sending key={one.id} {...one} />
          )
        })}
      </section>
      <RunDialog />
    </>
  )
}
