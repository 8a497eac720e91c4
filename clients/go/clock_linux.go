package lockkeeper

import (
	"syscall"
	"time"
	"unsafe"
)

const clockBoottime = 7

// A moment is of a clock that goes on while the machine is suspended; Go's own stops there.
type moment = time.Duration

func now() moment {
	var at syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockBoottime, uintptr(unsafe.Pointer(&at)), 0); failed != 0 {
		panic("the kernel does not say the time since its boot: " + failed.Error())
	}
	return time.Duration(at.Nano())
}

func since(at moment) time.Duration { return now() - at }
