import { ActionIcon } from '@mantine/core'
import { useMediaQuery, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Children, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './auto-carousel.module.css'

interface AutoCarouselProps {
  /** Accessible name of the carousel. */
  label: string
  every_ms: number
  children: ReactNode
}

/** Distance between the starts of two adjacent slides. */
function stride_px(track: HTMLElement): number {
  const [first, second] = track.children
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return track.clientWidth || 1
  return second.offsetLeft - first.offsetLeft || 1
}

const settled_ms = 100

/** Scrolling track with the index of its first visible slide. After the last position, `step` goes to the first. */
function useTrack(positions: number, isStill: boolean) {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const scrolled = track.current
    if (scrolled === null) return
    // The index is computed only when scrolling has stopped for 100 ms: reading the layout during a scroll is slow.
    const settle = () =>
      setCurrent(Math.min(positions - 1, Math.round(scrolled.scrollLeft / stride_px(scrolled))))
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, settled_ms)
    }
    scrolled.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(timer)
      scrolled.removeEventListener('scroll', follow)
    }
  }, [positions])
  const step = (by: 1 | -1) => {
    const position = (current + by + positions) % positions
    const left = position * (track.current ? stride_px(track.current) : 0)
    setCurrent(position)
    track.current?.scrollTo({ left, behavior: isStill ? 'instant' : 'smooth' })
  }
  return { track, current, step }
}

function useAutoplay(step: (by: 1) => void, every_ms: number, isPlaying: boolean): void {
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => !document.hidden && latest.current(1), every_ms)
    return () => clearInterval(timer)
  }, [every_ms, isPlaying])
}

interface FootProps {
  label: string
  count: number
  current: number
  /** Undefined hides the button: the carousel does not move by itself with reduced motion. */
  isPlaying: boolean | undefined
  onToggle: () => void
  onStep: (step: 1 | -1) => void
}

interface StepProps {
  label: string
  onClick: () => void
  children: ReactNode
}

function Step({ label, onClick, children }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={48} radius="xl" onClick={onClick} aria-label={label}>
      {children}
    </ActionIcon>
  )
}

function Foot({ label, count, current, isPlaying, onToggle, onStep }: FootProps) {
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <fieldset className={classes.foot} aria-label={`Mover: ${label}`}>
      <Step label="Anterior" onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </Step>
      <span className={classes.dots} aria-hidden>
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <span key={index} className={classes.dot} data-on={index === current} />
        ))}
      </span>
      <Step label="Siguiente" onClick={() => onStep(1)}>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Step>
      {isPlaying !== undefined && (
        <span className={classes.toggle}>
          <Step label={isPlaying ? 'Detener el carrusel' : 'Mover el carrusel'} onClick={onToggle}>
            <Icon size={16} stroke={1.75} aria-hidden />
          </Step>
        </span>
      )}
    </fieldset>
  )
}

/** Number of cards side by side (spec: employee-app §9). */
function usePerView(): number {
  return useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false }) ? 2 : 1
}

const arrows: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1 }

/** Cards that advance every `every_ms`, but not while hovered, touched or focused, and not with reduced motion. */
export function AutoCarousel({ label, every_ms, children }: AutoCarouselProps) {
  const slides = Children.toArray(children)
  const positions = Math.max(1, slides.length - usePerView() + 1)
  const canMove = positions > 1
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [isTurnedOn, setIsTurnedOn] = useState(true)
  const [isHeld, setIsHeld] = useState(false)
  const { track, current, step } = useTrack(positions, isStill)
  const isPlaying = isTurnedOn && !isStill && canMove
  useAutoplay(step, every_ms, isPlaying && !isHeld)
  const onArrow = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (by === undefined || !canMove) return
    event.preventDefault()
    step(by)
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this is a carousel */}
      <div
        ref={track}
        className={classes.track}
        role="group"
        data-many={slides.length > 1}
        aria-label={label}
        aria-roledescription="carrusel"
        onKeyDown={onArrow}
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
      >
        {slides.map((slide, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, this is a slide
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the slides keep their places
            key={index}
            className={classes.slide}
            role="group"
            aria-roledescription="tarjeta"
            aria-label={`${index + 1} de ${slides.length}`}
          >
            {slide}
          </div>
        ))}
      </div>
      {canMove && (
        <Foot
          label={label}
          count={positions}
          current={current}
          isPlaying={isStill ? undefined : isPlaying}
          onToggle={() => setIsTurnedOn(!isTurnedOn)}
          onStep={step}
        />
      )}
    </div>
  )
}
