import { useEffect, useState } from 'react'

/** Whether the page is past `past` px and was last scrolled down; at its top and on the way up it is not. */
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
