import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { signOut } from '../lib/sign-in.ts'
import classes from './gate.module.css'
import { Logo } from './mark.tsx'

interface GateProps {
  title: string
  text: string
  children: ReactNode
}

/** A screen before the app opens, with something that the user has to do first. */
export function Gate({ title, text, children }: GateProps) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Logo />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
        <Button variant="subtle" color="gray" onClick={() => void signOut()}>
          Cerrar sesión
        </Button>
      </div>
    </main>
  )
}
