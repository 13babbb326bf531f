import { Carousel } from '@mantine/carousel'
import { ActionIcon } from '@mantine/core'
import { useMediaQuery, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Children, type ReactNode, useEffect, useState } from 'react'
import classes from './auto-carousel.module.css'

interface AutoCarouselProps {
  /** What passes by, read aloud. */
  label: string
  every_ms: number
  children: ReactNode
}

type Embla = Parameters<NonNullable<Parameters<typeof Carousel>[0]['getEmblaApi']>>[0]

/** One card on or back; past the last comes the first, also where the browser cannot loop. */
function step(embla: Embla, by: 1 | -1): void {
  const snaps = embla.scrollSnapList().length
  embla.scrollTo((embla.selectedScrollSnap() + by + snaps) % snaps)
}

function useAutoplay(embla: Embla | null, every_ms: number, isPlaying: boolean): void {
  useEffect(() => {
    if (embla === null || !isPlaying) return
    const timer = setInterval(() => !document.hidden && step(embla, 1), every_ms)
    return () => clearInterval(timer)
  }, [embla, every_ms, isPlaying])
}

interface FootProps {
  label: string
  count: number
  current: number
  /** Undefined where nothing moves by itself: there is nothing to stop. */
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

/** How many cards stand beside each other (spec: employee-app §9). */
function usePerView(): number {
  return useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false }) ? 2 : 1
}

/** Cards that pass by themselves until somebody touches, points at or tabs into them, or wants no motion. */
export function AutoCarousel({ label, every_ms, children }: AutoCarouselProps) {
  const slides = Children.toArray(children)
  const canMove = slides.length > usePerView()
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [embla, setEmbla] = useState<Embla | null>(null)
  const [current, setCurrent] = useState(0)
  const [isWanted, setIsWanted] = useState(true)
  const [isWatched, setIsWatched] = useState(false)
  const isPlaying = isWanted && !isStill && canMove
  useAutoplay(embla, every_ms, isPlaying && !isWatched)
  return (
    <div className={classes.carousel}>
      <Carousel
        withControls={false}
        slideGap={12}
        emblaOptions={{
          loop: canMove,
          align: 'start',
          containScroll: false,
          watchDrag: canMove,
          duration: isStill ? 0 : 25,
        }}
        getEmblaApi={setEmbla}
        onSlideChange={setCurrent}
        classNames={{ slide: classes.slide ?? '' }}
        data-many={slides.length > 1}
        aria-label={label}
        aria-roledescription="carrusel"
        onPointerEnter={() => setIsWatched(true)}
        onPointerLeave={() => setIsWatched(false)}
        onFocus={() => setIsWatched(true)}
        onBlur={() => setIsWatched(false)}
      >
        {slides.map((slide, index) => (
          <Carousel.Slide
            // biome-ignore lint/suspicious/noArrayIndexKey: the slides keep their places
            key={index}
            aria-roledescription="tarjeta"
            aria-label={`${index + 1} de ${slides.length}`}
          >
            {slide}
          </Carousel.Slide>
        ))}
      </Carousel>
      {canMove && (
        <Foot
          label={label}
          count={slides.length}
          current={current}
          isPlaying={isStill ? undefined : isPlaying}
          onToggle={() => setIsWanted(!isWanted)}
          onStep={(by) => embla && step(embla, by)}
        />
      )}
    </div>
  )
}
