package lockkeeper_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	lockkeeper "lockkeeper.io/lockkeeper.git/clients/go"
)

func Example() {
	locks := &lockkeeper.Client{Service: "billing"}
	lease, err := locks.Acquire(context.Background(), "send_sms", lockkeeper.Wait(5*time.Second))
	if refused := (*lockkeeper.NotAcquired)(nil); errors.As(err, &refused) {
		fmt.Println("held by", refused.Holder)
		return
	}
	defer lease.Release()
	select {
	case <-lease.Done():
		fmt.Println(lease.Err())
	case <-time.After(time.Second): // work
	}
}

func ExampleClient_WithLock() {
	locks := &lockkeeper.Client{Service: "billing"}
	err := locks.WithLock(context.Background(), "send_sms", func(ctx context.Context, lease *lockkeeper.Lease) error {
		fmt.Println("sent with", lease.Token()) // the fence
		return ctx.Err()
	})
	fmt.Println(err)
}

func ExampleClient_Every() {
	locks := &lockkeeper.Client{Service: "reports"}
	err := locks.Every(context.Background(), time.Hour, "report", func(ctx context.Context, lease *lockkeeper.Lease) error {
		fmt.Println("written")
		return ctx.Err()
	})
	fmt.Println(err)
}
