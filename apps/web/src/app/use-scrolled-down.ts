import { useEffect, useState } from 'react'

/** True if the page is below `past` px and its last scroll was downwards. */
export function useScrolledDown(past: number): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const follow = () => {
      const now = window.scrollY
      if (now !== before) setIsDown(now > past && now > before)
      before = now
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [past])
  return isDown
}
