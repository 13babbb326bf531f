import type { ReactNode } from 'react'
import classes from './drawings.module.css'

export interface DrawingProps {
  width?: number
}

export function Drawing({ width = 200, children }: DrawingProps & { children: ReactNode }) {
  return (
    <svg
      className={classes.drawing}
      viewBox="0 0 240 180"
      width={width}
      height={width * 0.75}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
