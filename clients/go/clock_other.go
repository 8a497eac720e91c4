//go:build !linux

package lockkeeper

import "time"

// A moment is of two clocks: one stops while the machine is suspended, the other can be set.
type moment = time.Time

func now() moment { return time.Now() }

// since is what the clock says that went further.
func since(at moment) time.Duration { return max(time.Since(at), time.Now().Round(0).Sub(at.Round(0))) }
