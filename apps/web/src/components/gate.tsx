import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { leave } from '../lib/leave.ts'
import classes from './gate.module.css'
import { Logo } from './mark.tsx'
import { toast } from './toast.tsx'

interface GateProps {
  title: string
  text: string
  children: ReactNode
}

/** Gives the first focus to the marked field, else to the heading, unless a part of the screen has taken it. */
function useFirstFocus() {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = card
    if (current === null || current.contains(document.activeElement)) return
    const field = current.querySelector<HTMLElement>('[data-autofocus]')
    const start = field ?? current.querySelector('h1')
    start?.focus()
  }, [])
  return card
}

/** Logs out. A refused decision keeps the session; its reason is a toast, because no bar of decisions is shown here. */
const logOut = () => void leave().catch(toast.error)

/** A screen before the app opens, with something that the user has to do first. */
export function Gate({ title, text, children }: GateProps) {
  const card = useFirstFocus()
  return (
    <main className={classes.page}>
      <div ref={card} className={classes.card}>
        <Logo />
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={classes.text}>{text}</p>
        {children}
        <Button variant="subtle" color="gray" onClick={logOut}>
          Cerrar sesión
        </Button>
      </div>
    </main>
  )
}
