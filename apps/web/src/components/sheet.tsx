import './sheet.css'
import { Drawer } from '@mantine/core'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useBackCloses } from '../lib/back-closes.ts'
import { useNoSecondTap } from '../lib/second-tap.ts'
import classes from './bottom-sheet.module.css'

const closingDistance_px = 90
const closingSpeed_pxPerMs = 0.6
/** Longer than the closing animation: a sheet that stays open because closing asks first returns to its position. */
const returnDelay_ms = 200

export interface SheetProps {
  opened: boolean
  /** Fills the screen, for a document. */
  isFull?: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** Moves the sheet with a drag of its handle; a drag of over 90 px, or a fast one of over 24 px, closes it. */
function useDrag(onClose: () => void) {
  const start = useRef<{ y: number; at_ms: number } | null>(null)
  const sheet = (event: PointerEvent<HTMLElement>) =>
    event.currentTarget.closest<HTMLElement>('[role=dialog]')
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      start.current = { y: event.clientY, at_ms: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return
      const distance_px = Math.max(0, event.clientY - start.current.y)
      sheet(event)?.style.setProperty('translate', `0 ${distance_px}px`)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return
      const distance_px = event.clientY - start.current.y
      const speed = distance_px / Math.max(1, event.timeStamp - start.current.at_ms)
      start.current = null
      const isClosing = distance_px > closingDistance_px || (distance_px > 24 && speed > closingSpeed_pxPerMs)
      const dragged = sheet(event)
      setTimeout(() => dragged?.style.removeProperty('translate'), isClosing ? returnDelay_ms : 0)
      if (isClosing) onClose()
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null
      sheet(event)?.style.removeProperty('translate')
    },
  }
}

/** The sheet of `BottomSheet`; opens after the first render, so that the first opening is animated too. */
export function Sheet({ opened, isFull = false, title, onClose, children }: SheetProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(opened), [opened])
  useNoSecondTap(opened)
  useBackCloses(opened, onClose)
  const drag = useDrag(onClose)
  return (
    <Drawer.Root
      opened={isShown}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? '' }}
      transitionProps={{ duration: 180, exitDuration: 120, timingFunction: 'ease-out' }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content data-full={isFull}>
        <header className={classes.handle} {...drag}>
          <span className={classes.grip} aria-hidden />
          <Drawer.Title className={classes.title ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton
            className={classes.close ?? ''}
            aria-label="Cerrar"
            iconSize={20}
            onPointerDown={(event) => event.stopPropagation()}
          />
        </header>
        <Drawer.Body className={classes.body ?? ''} tabIndex={0}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
