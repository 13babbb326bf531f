import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { signOut } from '../lib/sign-in.ts'
import classes from './gate.module.css'
import { Logo } from './mark.tsx'

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
        <Button variant="subtle" color="gray" onClick={() => void signOut()}>
          Cerrar sesión
        </Button>
      </div>
    </main>
  )
}
