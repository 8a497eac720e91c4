//go:build !linux

package lockkeeper

import "time"

var started = time.Now()

// now is the later of two clocks: one stops while the machine is suspended, the other may be set back.
func now() time.Duration {
	return max(time.Since(started), time.Now().Round(0).Sub(started.Round(0)))
}
