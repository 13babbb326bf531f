import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { ActionBar } from '../../components/action-bar.tsx'
import { Logo } from '../../components/mark.tsx'
import { useUser } from '../../lib/session.ts'
import { dismissOnboarding } from './api.ts'
import classes from './onboarding-page.module.css'
import { slides } from './slides.ts'

const swipe_px = 50

const within = (slide: number) => Math.min(slides.length - 1, Math.max(0, slide))

/** Slide after a swipe: left is the next one, right the previous one; below 50 px it stays. */
function slideAfter(current: number, moved_px: number): number {
  if (Math.abs(moved_px) < swipe_px) return current
  return within(current + (moved_px < 0 ? 1 : -1))
}

const arrows = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** Arrow keys change the slide, independent of the focus. */
function useArrows(moveSlides: (slides: number) => void) {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => moveSlides(arrows.get(key) ?? 0)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

function useSwipe(onSwipe: (moved_px: number) => void) {
  const startX = useRef<number | null>(null)
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      startX.current = clientX
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (startX.current !== null) onSwipe(clientX - startX.current)
      startX.current = null
    },
    onPointerCancel: () => {
      startX.current = null
    },
  }
}

/** Three introduction slides. Leaving them, early or at the end, is stored, so that they do not appear again. */
export function OnboardingPage() {
  const { id } = useUser()
  const navigate = useNavigate()
  const [current, setCurrent] = useState(0)
  const swipe = useSwipe((moved_px) => setCurrent(slideAfter(current, moved_px)))
  useArrows((by) => setCurrent(within(current + by)))
  const isLast = current === slides.length - 1
  const openHome = () => {
    void dismissOnboarding(id)
    void navigate({ to: '/app/home', replace: true })
  }
  return (
    <>
      <div className={classes.logo}>
        <Logo size={24} />
      </div>
      <section className={classes.stage} aria-roledescription="carrusel" aria-label="Bienvenida" {...swipe}>
        {slides.map(({ Drawing, title, text }, index) => (
          <div
            key={title}
            className={classes.slide}
            data-side={Math.sign(index - current)}
            inert={index !== current}
            aria-live="polite"
          >
            <Drawing width={280} />
            <h1 className={classes.title}>{title}</h1>
            <p className={classes.text}>{text}</p>
          </div>
        ))}
      </section>
      <div className={classes.dots}>
        {slides.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            className={classes.dot}
            aria-label={`Pantalla ${index + 1} de ${slides.length}`}
            aria-current={index === current ? 'step' : undefined}
            onClick={() => setCurrent(index)}
          />
        ))}
      </div>
      <ActionBar>
        <div className={classes.buttons}>
          <Button size="lg" fullWidth variant={isLast ? 'filled' : 'light'} onClick={openHome}>
            {isLast ? 'Comenzar' : 'Saltar'}
          </Button>
          {!isLast && (
            <Button size="lg" fullWidth variant="subtle" onClick={() => setCurrent(within(current + 1))}>
              Siguiente
            </Button>
          )}
        </div>
      </ActionBar>
    </>
  )
}
