import { Carousel } from '@mantine/carousel'
import { ActionIcon } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Children, type ReactNode, useEffect, useState } from 'react'
import classes from './auto-carousel.module.css'

interface AutoCarouselProps {
  /** What passes by, read aloud. */
  label: string
  every_ms: number
  children: ReactNode
}

type Embla = Parameters<NonNullable<Parameters<typeof Carousel>[0]['getEmblaApi']>>[0]

function useAutoplay(embla: Embla | null, every_ms: number, isPlaying: boolean): void {
  useEffect(() => {
    if (embla === null || !isPlaying) return
    const timer = setInterval(() => !document.hidden && embla.scrollNext(), every_ms)
    return () => clearInterval(timer)
  }, [embla, every_ms, isPlaying])
}

interface FootProps {
  count: number
  current: number
  isPlaying: boolean
  onToggle: () => void
}

function Foot({ count, current, isPlaying, onToggle }: FootProps) {
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <div className={classes.foot}>
      <span className={classes.dots} aria-hidden>
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <span key={index} className={classes.dot} data-on={index === current} />
        ))}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={48}
        radius="xl"
        onClick={onToggle}
        aria-label={isPlaying ? 'Detener el carrusel' : 'Mover el carrusel'}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Cards that pass by themselves until somebody touches, points at or tabs into them, or wants no motion. */
export function AutoCarousel({ label, every_ms, children }: AutoCarouselProps) {
  const slides = Children.toArray(children)
  const isStill = useReducedMotion()
  const [embla, setEmbla] = useState<Embla | null>(null)
  const [current, setCurrent] = useState(0)
  const [isWanted, setIsWanted] = useState(true)
  const [isWatched, setIsWatched] = useState(false)
  const isPlaying = isWanted && !isStill && slides.length > 1
  useAutoplay(embla, every_ms, isPlaying && !isWatched)
  return (
    <div className={classes.carousel}>
      <Carousel
        withControls={false}
        slideGap={12}
        emblaOptions={{ loop: slides.length > 1, align: 'start', duration: isStill ? 0 : 25 }}
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
      {slides.length > 1 && (
        <Foot
          count={slides.length}
          current={current}
          isPlaying={isPlaying}
          onToggle={() => setIsWanted(!isWanted)}
        />
      )}
    </div>
  )
}
