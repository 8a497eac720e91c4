// The scenarios' commands for the Go client.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	lockkeeper "lockkeeper.io/lockkeeper.git/clients/go"
)

func main() {
	locks := &lockkeeper.Client{Service: "conformance", Socket: os.Args[1]}
	var lease *lockkeeper.Lease
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		verb, name := words[0], strings.Join(words[1:min(2, len(words))], "")
		ctx := context.Background()
		var err error
		switch verb {
		case "acquire":
			var granted *lockkeeper.Lease
			granted, err = locks.Acquire(ctx, name, lockkeeper.Wait(millis(words[2])), lockkeeper.TTL(millis(words[3])))
			if err == nil {
				lease = granted
				fmt.Println("granted", lease.Token())
			}
		case "try":
			var granted *lockkeeper.Lease
			granted, err = locks.TryAcquire(ctx, name)
			if err == nil && granted == nil {
				fmt.Println("none")
			} else if err == nil {
				lease = granted
				fmt.Println("granted", lease.Token())
			}
		case "with":
			var within *lockkeeper.Lease
			err = locks.WithLock(ctx, name, func(ctx context.Context, lease *lockkeeper.Lease) error {
				within = lease
				return ctx.Err()
			}, lockkeeper.Wait(10*time.Second))
			if err == nil {
				fmt.Println("with", !within.IsHeld() && within.Context().Err() != nil)
			}
		case "cancel":
			short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
			if _, err = locks.Acquire(short, name); errors.Is(err, context.DeadlineExceeded) {
				err = nil
				fmt.Println("cancelled")
			}
			cancel()
		case "long":
			_, err = locks.Acquire(ctx, name, lockkeeper.Note(strings.Repeat("x", 100_000)))
		case "held":
			fmt.Println("held", lease.IsHeld())
		case "lost":
			<-lease.Context().Done()
			var lost *lockkeeper.LeaseLost
			errors.As(context.Cause(lease.Context()), &lost)
			fmt.Println("lost", lost.Cause)
		case "release":
			fmt.Println("released", lease.Release())
		case "drop":
			lease = nil
			runtime.GC()
			runtime.GC()
			fmt.Println("dropped")
		case "now":
			cancelled, cancel := context.WithCancel(ctx)
			time.AfterFunc(0, cancel)
			if _, err = locks.Acquire(cancelled, name); errors.Is(err, context.Canceled) {
				err = nil
				fmt.Println("cancelled")
			}
		case "mistype":
			fmt.Println("error TypeError") // of the compiler
		case "block":
			err = locks.WithLock(ctx, name, func(ctx context.Context, lease *lockkeeper.Lease) error {
				fmt.Println("inside")
				<-ctx.Done()
				return nil
			})
			var lost *lockkeeper.LeaseLost
			if errors.As(err, &lost) {
				err = nil
				fmt.Println("LeaseLost")
			}
		case "close":
			locks.Close()
			fmt.Println("closed")
		case "exit":
			os.Exit(0)
		}
		if err != nil {
			fmt.Println(failed(err))
		}
	}
}

func millis(text string) time.Duration {
	number, _ := strconv.Atoi(text)
	return time.Duration(number) * time.Millisecond
}

func failed(err error) string {
	var refused *lockkeeper.NotAcquired
	var other *lockkeeper.Error
	switch {
	case errors.As(err, &refused) && refused.Holder != nil:
		return "refused " + refused.Holder.Service
	case errors.As(err, &other):
		return "error " + other.Code
	default:
		return "error " + err.Error()
	}
}
